// libcurl is loaded when it is first used: linked, it and the thirty libraries behind it would cost every start of the
// program four milliseconds, of which most never speak to a server (docs/decisions/0006-curl-at-first-use.md).
//
// Swift cannot call variadic C functions. Each shim here fixes the type of the one variadic argument, so that a value of
// the wrong width cannot be passed by mistake.
#ifndef TODO_CCURL_SHIM_H
#define TODO_CCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// CURLOPT_PREREQFUNCTION, on which the answer to "was the request sent?" rests, came with 7.80.
#define CCURL_OLDEST 0x075000
#if LIBCURL_VERSION_NUM < CCURL_OLDEST
#error "libcurl 7.80 or newer is needed"
#endif

#ifdef __APPLE__
#define CCURL_LIBRARY "libcurl.4.dylib"
#else
#define CCURL_LIBRARY "libcurl.so.4"
#endif

// The address of a function of libcurl; NULL where the library is not installed. The loader counts and locks.
static inline void *ccurl_symbol(const char *name) {
    static void *library;
    void *handle = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    if (handle == NULL) {
        handle = dlopen(CCURL_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
        if (handle == NULL) return NULL;
        __atomic_store_n(&library, handle, __ATOMIC_RELEASE);
    }
    return dlsym(handle, name);
}

// `name` as libcurl has it. The operand of typeof is not evaluated, so that nothing is linked.
#define CCURL(name) ((__typeof__(&name))ccurl_symbol(#name))

// Whether libcurl is installed. Nothing else here may be called where it is not.
static inline int ccurl_is_available(void) { return ccurl_symbol("curl_global_init") != NULL; }

// Macros of these names check the types of arguments, where the shims' types have fixed them.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

static inline CURLcode ccurl_global_init(long flags) { return CCURL(curl_global_init)(flags); }
static inline CURL *ccurl_easy_init(void) { return CCURL(curl_easy_init)(); }
static inline void ccurl_easy_cleanup(CURL *easy) { CCURL(curl_easy_cleanup)(easy); }
static inline void ccurl_easy_reset(CURL *easy) { CCURL(curl_easy_reset)(easy); }
static inline CURLcode ccurl_easy_pause(CURL *easy, int mask) { return CCURL(curl_easy_pause)(easy, mask); }
static inline const char *ccurl_easy_strerror(CURLcode code) { return CCURL(curl_easy_strerror)(code); }
static inline const char *ccurl_version(void) { return CCURL(curl_version)(); }
static inline unsigned int ccurl_version_number(void) { return CCURL(curl_version_info)(CURLVERSION_NOW)->version_num; }
static inline CURLM *ccurl_multi_init(void) { return CCURL(curl_multi_init)(); }
static inline CURLMcode ccurl_multi_cleanup(CURLM *multi) { return CCURL(curl_multi_cleanup)(multi); }
static inline CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy) {
    return CCURL(curl_multi_add_handle)(multi, easy);
}
static inline CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy) {
    return CCURL(curl_multi_remove_handle)(multi, easy);
}
static inline CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
    return CCURL(curl_multi_perform)(multi, running);
}
static inline CURLMcode ccurl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned int count, int milliseconds, int *ready
) {
    return CCURL(curl_multi_poll)(multi, extra, count, milliseconds, ready);
}
static inline CURLMcode ccurl_multi_wakeup(CURLM *multi) { return CCURL(curl_multi_wakeup)(multi); }
static inline CURLMsg *ccurl_multi_info_read(CURLM *multi, int *rest) { return CCURL(curl_multi_info_read)(multi, rest); }
static inline const char *ccurl_multi_strerror(CURLMcode code) { return CCURL(curl_multi_strerror)(code); }
static inline struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return CCURL(curl_slist_append)(list, text);
}
static inline void ccurl_slist_free_all(struct curl_slist *list) { CCURL(curl_slist_free_all)(list); }

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return CCURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return CCURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return CCURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return CCURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *value) {
    return CCURL(curl_easy_setopt)(easy, CURLOPT_HTTPHEADER, value);
}

// For CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION, which share one shape.
static inline CURLcode ccurl_set_transfer_callback(CURL *easy, CURLoption option, curl_write_callback value) {
    return CCURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode ccurl_set_seek_callback(CURL *easy, curl_seek_callback value) {
    return CCURL(curl_easy_setopt)(easy, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode ccurl_set_prereq_callback(CURL *easy, curl_prereq_callback value) {
    return CCURL(curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode ccurl_set_sockopt_callback(CURL *easy, curl_sockopt_callback value) {
    return CCURL(curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, value);
}

static inline CURLcode ccurl_allow_http_and_https_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return CCURL(curl_easy_setopt)(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return CCURL(curl_easy_setopt)(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Without it, removing a handle whose name is still being resolved waits for the resolver.
static inline CURLcode ccurl_do_not_wait_for_resolver(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return CCURL(curl_easy_setopt)(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_OK;
#endif
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
    return CCURL(curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return CCURL(curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, char **value) {
    return CCURL(curl_easy_getinfo)(easy, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return CCURL(curl_multi_setopt)(multi, option, value);
}

// The result lies in a union, which Swift imports awkwardly.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
