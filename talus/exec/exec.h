#pragma once
#include <cstddef>
#include <memory>

#include "talus/core/result.h"

namespace talus::exec {

enum class Device { Cpu, Cuda };

/// The device on which loops run and the memory in which their data is, with the number of threads. It is
/// passed as a value and never global; copies share one thread pool. Results do not depend on the number of
/// threads.
class Exec {
  public:
    /// Loops on the calling thread alone.
    static Exec serial();
    /// Loops on `threads` threads, >= 1; 0: one for each processor that this process may use.
    static Exec cpu(int threads = 0);
    /// Loops on the first CUDA device. For code in .cu files, with views of an exec::cuda::DeviceArray. Error
    /// where this build has no CUDA or no device is present.
    static Result<Exec> cuda();
    /// cuda() or cpu(threads), as the command line asks for.
    static Result<Exec> on(Device device, int threads = 0);

    int threads() const { return threads_; }
    Device device() const { return device_; }

    /// The body of a loop over a range of items. A plain function pointer, so that headers with loops do not
    /// include the thread library.
    using Body = void (*)(void* context, std::size_t begin, std::size_t end);
    /// Calls `body` for disjoint ranges that cover [0, count), each at most `grain` long, in any order and on
    /// any thread. The ends of the ranges depend on count and grain only. @pre device() == Device::Cpu
    void parallel(std::size_t count, std::size_t grain, Body body, void* context) const;

  private:
    struct Pool;
    Exec(Device device, int threads, std::shared_ptr<Pool> pool);
    Device device_;
    int threads_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace talus::exec
