#include "talus/exec/one_thread.h"

#include <oneapi/tbb/task_arena.h>

namespace talus::exec {

void onOneThread(void (*work)(void* context), void* context) {
    tbb::task_arena(1).execute([=] { work(context); });
}

}  // namespace talus::exec
