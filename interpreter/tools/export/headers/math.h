float expf(float); float logf(float); float sqrtf(float); float fabsf(float); float tanhf(float);
double log(double); double log2(double); double exp(double); double sqrt(double); double pow(double, double);
double fabs(double); double floor(double); double ceil(double);
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define NAN __builtin_nanf("")
