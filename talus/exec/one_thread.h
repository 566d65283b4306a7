#pragma once

namespace talus::exec {

/// Runs work(context) on one thread, including loops of other libraries that use oneTBB. For libraries whose
/// results may depend on the order of their threads.
void onOneThread(void (*work)(void* context), void* context);

template <class Work>
void onOneThread(Work work) {
    onOneThread([](void* context) { (*static_cast<Work*>(context))(); }, &work);
}

}  // namespace talus::exec
