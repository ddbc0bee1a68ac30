/* What Numba's compiled code asks of its run time: memory for arrays of its own, and their counts.
   The layout is that of numba/core/runtime/nrt.cpp, with counts of 64 bits on every processor. */
#include <stddef.h>
#include <stdint.h>

#define INNER __attribute__((visibility("hidden")))
#define OUTER __attribute__((visibility("default")))

void *malloc(size_t size);
void free(void *place);

typedef struct {
    int64_t refs;
    void *destructor, *info, *data;
    int64_t size;
    void *allocator;
} Memory;

INNER void *NRT_MemInfo_alloc_aligned(int64_t size, uint32_t align) {
    Memory *made = malloc(sizeof(Memory) + (size_t)size + align);
    if (!made) return 0;
    uintptr_t first = ((uintptr_t)(made + 1) + align - 1) / align * align;
    *made = (Memory){1, 0, 0, (void *)first, size, 0};
    return made;
}

INNER void NRT_MemInfo_call_dtor(void *made) { free(made); }

#ifdef __wasm__
/* Browsers leave a module's code for `memory.fill`, which takes longer than a few words do. */
INNER __attribute__((no_builtin)) void *memset(void *place, int value, size_t size) {
    uint8_t *next = place;
    uint64_t word = (uint8_t)value * UINT64_C(0x0101010101010101);
    for (; size >= sizeof word; size -= sizeof word, next += sizeof word)
        __builtin_memcpy(next, &word, sizeof word);
    for (; size; size--) *next++ = (uint8_t)value;
    return place;
}
#endif

/* A kernel with nothing to do, which shows what a call costs (bench/pyodide.py). */
OUTER int parlour_nothing(const int64_t *slots) { return slots == 0; }
