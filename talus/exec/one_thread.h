#pragma once

namespace talus::exec {

/// Runs work(context) with one thread, the loops of other libraries that use oneTBB in it too: for those
/// whose results may depend on the order in which threads come.
void onOneThread(void (*work)(void* context), void* context);

template <class Work>
void onOneThread(Work work) {
    onOneThread([](void* context) { (*static_cast<Work*>(context))(); }, &work);
}

}  // namespace talus::exec
