// The answer of a build without CUDA; talus/exec/cuda/ has the other one.
#ifndef TALUS_CUDA
#include "talus/exec/exec.h"

namespace talus::exec {

Result<Exec> Exec::cuda() {
    return Error{ErrorKind::Runtime,
                 "this build of Talus has no CUDA; build the preset 'cuda', or use --device cpu"};
}

}  // namespace talus::exec
#endif
