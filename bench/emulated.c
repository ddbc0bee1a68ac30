/* Calls of kernels by a library, from a file, and what they wrote, to a file: see emulated.py. */
#ifdef _WIN32
#include <windows.h>
#define OPENED(name) ((void *)LoadLibraryA(name))
#define FOUND(library, name) ((void *)GetProcAddress((HMODULE)library, name))
#else
#include <dlfcn.h>
#define OPENED(name) dlopen(name, RTLD_NOW)
#define FOUND(library, name) dlsym(library, name)
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t word(FILE *file) {
    int64_t found = 0;
    if (fread(&found, 8, 1, file) != 1) exit(0); /* no call is left; files are closed */
    return found;
}

int main(int count, char **given) {
    if (count != 4) return 1;
    void *library = OPENED(given[1]);
    FILE *file = fopen(given[2], "rb"), *output = fopen(given[3], "wb");
    if (!library || !file || !output) return fprintf(stderr, "no library or file\n"), 1;
    for (;;) {
        char name[200] = {0};
        int64_t slots[256] = {0}, sizes[256], length = word(file);
        if (fread(name, 1, length, file) != (size_t)length) return 2;
        int64_t n = word(file);
        /* a slot is -1 and a number, or the size of an array and its bytes */
        for (int64_t i = 0; i < n; i++) {
            sizes[i] = word(file);
            if (sizes[i] < 0) {
                slots[i] = word(file);
            } else {
                slots[i] = (int64_t)malloc(sizes[i] + 64);
                if (fread((void *)slots[i], 1, sizes[i], file) != (size_t)sizes[i]) return 2;
            }
        }
        int (*kernel)(int64_t *) = (int (*)(int64_t *))FOUND(library, name);
        if (!kernel || kernel(slots)) return fprintf(stderr, "%s failed\n", name), 1;
        for (int64_t i = 0; i < n; i++)
            if (sizes[i] >= 0) {
                fwrite((void *)slots[i], 1, sizes[i], output);
                free((void *)slots[i]);
            }
    }
}
