// The arguments of this program as the kernel handed them over. Swift reads them from /proc/self/cmdline on Linux, and has none
// where that file cannot be opened: without /proc, without a free descriptor, and under libraries that change what is opened.
#ifndef TODO_CARGUMENTS_H
#define TODO_CARGUMENTS_H

/// How many there are, the name of the program among them; 0 where the C library does not tell (musl).
int carguments_count(void);

/// The arguments, as many as carguments_count says; NULL where the C library does not tell.
char *const *carguments_words(void);

/// The commit that this program was built from, and its day; empty in a build that was not installed.
extern const char carguments_build[64];

#endif
