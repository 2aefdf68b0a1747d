/* As large as Emscripten's, whose functions these become. */
typedef struct { unsigned long words[48]; } __attribute__((aligned(16))) jmp_buf[1];
int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);
