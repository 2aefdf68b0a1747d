#include <stddef.h>
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
_Noreturn void abort(void);
int abs(int); long labs(long); long long llabs(long long);
