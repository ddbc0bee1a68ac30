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

/* For measurements (bench/pyodide.py): a kernel with nothing to do, and one that calls another many
   times. Its slots are that one's address, how many calls, how many slots each has, and these. */
OUTER int parlour_nothing(const int64_t *slots) { return slots == 0; }

OUTER int parlour_repeated(const int64_t *slots) {
    int (*kernel)(const int64_t *) = (int (*)(const int64_t *))(uintptr_t)slots[0];
    const int64_t *end = slots + 3 + slots[1] * slots[2];
    int failed = 0;
    for (const int64_t *each = slots + 3; each < end; each += slots[2]) failed |= kernel(each);
    return failed;
}
