/* Which kernels this build has, and which of them this machine can run. */
#include "kernel.h"

extern const struct kernel kernel_plain;
#ifdef HAVE_X86_KERNELS
extern const struct kernel kernel_avx2;
extern const struct kernel kernel_avx512;

static bool runs_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool runs_avx512(void) {
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
}
#endif

static bool runs_always(void) {
    return true;
}

struct choice {
    const struct kernel *kernel;
    bool (*runs)(void);
};

/* The fastest first. */
static const struct choice choices[] = {
#ifdef HAVE_X86_KERNELS
    {&kernel_avx512, runs_avx512},
    {&kernel_avx2, runs_avx2},
#endif
    {&kernel_plain, runs_always},
};

const struct kernel *kernel_find(const char *name) {
    bool any = name == NULL || strcmp(name, "auto") == 0;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if ((any || strcmp(name, choices[i].kernel->name) == 0) && choices[i].runs())
            return choices[i].kernel;
    return NULL;
}
