#pragma once
#include <vector>

#include "talus/exec/cuda/device_array.h"
#include "talus/exec/cuda/launch.cuh"
#include "talus/exec/device_memory.h"

namespace talus::exec::cuda {

/// One block for each chunk. Its threads evaluate the values in parallel, and its first thread combines them
/// from left to right. A tree would be faster, but would round differently from the processor.
template <std::size_t chunk, class T, class Value, class Combine>
__global__ void reduceChunks(std::size_t count, T identity, Value value, Combine combine, T* partial) {
    __shared__ alignas(T) unsigned char memory[block_size * sizeof(T)];
    T* values = reinterpret_cast<T*>(memory);
    const std::size_t begin = blockIdx.x * chunk;
    const std::size_t end = count - begin < chunk ? count : begin + chunk;
    T total = identity;
    for (std::size_t tile = begin; tile < end; tile += block_size) {
        const std::size_t i = tile + threadIdx.x;
        if (i < end) values[threadIdx.x] = value(i);
        __syncthreads();
        if (threadIdx.x == 0) {
            const std::size_t length = end - tile < block_size ? end - tile : block_size;
            for (std::size_t k = 0; k < length; ++k) total = combine(total, values[k]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

/// The same for operations that give the same bits in any order: each thread combines its own values, then
/// the block combines those of its threads in a tree.
template <std::size_t chunk, class T, class Value, class Combine>
__global__ void reduceChunksInTree(std::size_t count, T identity, Value value, Combine combine, T* partial) {
    __shared__ alignas(T) unsigned char memory[block_size * sizeof(T)];
    T* values = reinterpret_cast<T*>(memory);
    const std::size_t begin = blockIdx.x * chunk;
    const std::size_t end = count - begin < chunk ? count : begin + chunk;
    T total = identity;
    for (std::size_t i = begin + threadIdx.x; i < end; i += block_size) total = combine(total, value(i));
    values[threadIdx.x] = total;
    for (unsigned half = block_size / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = values[0];
}

template <class Combine>
concept InAnyOrder = Combine::in_any_order;

/// Combines the same chunks in the same order as the processor. So the result has the same bits where `value`
/// and `combine` round as on the processor, as +, -, *, / and sqrt do.
template <std::size_t chunk, class T, class Value, class Combine>
T reduce(std::size_t count, T identity, const Value& value, const Combine& combine) {
    const unsigned chunks = blocksFor(count, chunk);
    if (chunks == 0) return identity;
    DeviceArray<T> partial;
    requireMemory(partial.resize(chunks));
    if constexpr (InAnyOrder<Combine>)
        reduceChunksInTree<chunk>
            <<<chunks, block_size>>>(count, identity, value, combine, partial.view().data());
    else
        reduceChunks<chunk><<<chunks, block_size>>>(count, identity, value, combine, partial.view().data());
    expect(cudaGetLastError(), "starting a reduction");
    std::vector<T> sums(chunks, identity);
    partial.copyTo({sums.data(), sums.size()});
    T total = identity;
    for (const T& sum : sums) total = combine(total, sum);
    return total;
}

}  // namespace talus::exec::cuda
