#include "CArguments.h"

// A header of the C library itself says which one it is.
#include <stdlib.h>

static int count = 0;
static char *const *words = NULL;

// glibc calls what is in .init_array with the arguments of main. musl calls it without any, so that nothing must be read there.
#ifdef __GLIBC__
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    words = argv;
}
#endif

int carguments_count(void) { return count; }

char *const *carguments_words(void) { return words; }
