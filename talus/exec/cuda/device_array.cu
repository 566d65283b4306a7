#include "talus/exec/cuda/device_array.h"

#include <string>

#include "talus/exec/cuda/status.h"

namespace talus::exec::cuda {

void expect(cudaError_t result, const char* what) {
    if (result == cudaSuccess) return;
    failAssertion(what, cudaGetErrorString(result), __FILE__, __LINE__);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
}

DeviceBuffer::~DeviceBuffer() {
    if (data_ != nullptr) expect(cudaFreeAsync(data_, nullptr), "freeing device memory");
}

Status DeviceBuffer::resize(std::size_t bytes) {
    if (bytes > capacity_) {
        void* grown = nullptr;
        const cudaError_t result = cudaMallocAsync(&grown, bytes, nullptr);
        if (result == cudaErrorMemoryAllocation) {
            cudaGetLastError();  // clears it: otherwise the next launch reports this failure again
            return Error{ErrorKind::Runtime, "the graphics card has not enough free memory for another " +
                                                 std::to_string(bytes >> 20) +
                                                 " MiB; use fewer or larger particles, or --device cpu"};
        }
        expect(result, "allocating device memory");
        if (data_ != nullptr) expect(cudaFreeAsync(data_, nullptr), "freeing device memory");
        data_ = grown;
        capacity_ = bytes;
    }
    size_ = bytes;
    return success();
}

void DeviceBuffer::copyFrom(const void* host, std::size_t bytes) {
    TALUS_ASSERT(bytes <= size_, "a copy to the device goes past its end");
    if (bytes > 0) expect(cudaMemcpy(data_, host, bytes, cudaMemcpyHostToDevice), "copying to the device");
}

void DeviceBuffer::copyTo(void* host, std::size_t bytes) const {
    TALUS_ASSERT(bytes <= size_, "a copy from the device goes past its end");
    if (bytes > 0) expect(cudaMemcpy(host, data_, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

}  // namespace talus::exec::cuda
