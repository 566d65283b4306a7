#pragma once
#include <cstddef>
#include <memory>

#include "talus/core/result.h"

namespace talus::exec {

enum class Device { Cpu, Cuda };

/// Where data lies and where, and how wide, loops over it run. A value that is passed, never a global;
/// copies share one thread pool. No result ever depends on the number of threads.
class Exec {
  public:
    /// Plain loops on the calling thread.
    static Exec serial();
    /// `threads` workers, 1 or more; 0 takes every processor that this process may use.
    static Exec cpu(int threads = 0);
    /// The first CUDA device, for code in .cu files whose views are of exec::cuda::DeviceArray. Error when
    /// this build has no CUDA or no device is present.
    static Result<Exec> cuda();
    /// By the device's name on the command line; `threads` counts for the processor only.
    static Result<Exec> on(Device device, int threads = 0);

    int threads() const { return threads_; }
    Device device() const { return device_; }

    /// A loop body over a range of items, behind a plain function pointer so that no header that loops
    /// has to know the thread library.
    using Body = void (*)(void* context, std::size_t begin, std::size_t end);
    /// Calls `body` on disjoint ranges that cover [0, count), each at most `grain` long; in any order, on
    /// any thread. Range borders depend on count and grain only. @pre device() == Device::Cpu
    void parallel(std::size_t count, std::size_t grain, Body body, void* context) const;

  private:
    struct Pool;
    Exec(Device device, int threads, std::shared_ptr<Pool> pool);
    Device device_;
    int threads_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace talus::exec
