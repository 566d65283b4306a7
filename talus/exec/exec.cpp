#include "talus/exec/exec.h"

#include <algorithm>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "talus/exec/loop_order.h"

namespace talus::exec {

struct Exec::Pool {
    // By default oneTBB runs no more threads than there are processors; a test that asks for five threads on
    // two processors would not run five.
    explicit Pool(int threads)
        : control(tbb::global_control::max_allowed_parallelism,
                  std::max<std::size_t>(
                      static_cast<std::size_t>(threads),
                      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism))),
          arena(threads) {}
    tbb::global_control control;
    tbb::task_arena arena;
};

Exec::Exec(Device device, int threads, std::shared_ptr<Pool> pool)
    : device_(device), threads_(threads), pool_(std::move(pool)) {}

Exec Exec::serial() { return Exec(Device::Cpu, 1, nullptr); }

Exec Exec::cpu(int threads) {
    const int wanted = threads > 0 ? threads : tbb::info::default_concurrency();
    if (wanted == 1) return serial();
    return Exec(Device::Cpu, wanted, std::make_shared<Pool>(wanted));
}

Result<Exec> Exec::on(Device device, int threads) {
    if (device == Device::Cuda) return cuda();
    return cpu(threads);
}

void Exec::parallel(std::size_t count, std::size_t grain, Body body, void* context) const {
    TALUS_ASSERT(device_ == Device::Cpu, "a loop of the processor was given the Exec of a device");
    if (count == 0) return;
    const std::size_t chunks = (count + grain - 1) / grain;
    const auto run_chunk = [&](std::size_t chunk) {
        const std::size_t begin = chunk * grain;
        body(context, begin, std::min(count, begin + grain));
    };
    if (pool_ == nullptr || chunks == 1) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) run_chunk(chunk);
        return;
    }
    LoopOrder order;
    pool_->arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, chunks),
            [&](const tbb::blocked_range<std::size_t>& range) {
                order.chunkBegins();
                for (std::size_t chunk = range.begin(); chunk != range.end(); ++chunk) run_chunk(chunk);
                order.chunkEnds();
            },
            tbb::auto_partitioner{});
    });
}

}  // namespace talus::exec
