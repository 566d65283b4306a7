#include "talus/core/check.h"

#include <cstdio>
#include <cstdlib>

namespace talus {

void failAssertion(const char* condition, const char* why, const char* file, int line) {
    std::fprintf(stderr,
                 "talus: internal error: %s\n  %s:%d: (%s) does not hold\n"
                 "  This is a bug in Talus; please report it with the scene file.\n",
                 why, file, line, condition);
    std::abort();
}

}  // namespace talus
