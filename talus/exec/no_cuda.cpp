// For builds without CUDA; talus/exec/cuda/ has the functions of builds with it.
#ifndef TALUS_CUDA
#include "talus/exec/on_device.h"

namespace talus::exec {

Result<Exec> Exec::cuda() {
    return Error{ErrorKind::Runtime,
                 "this build of Talus has no CUDA; build the preset 'cuda', or use --device cpu"};
}
void wait(const Exec&) {}
std::size_t peakMemory(const Exec&) { return 0; }

}  // namespace talus::exec
#endif
