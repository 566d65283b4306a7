// The device gives what the processor gives, bit for bit. Skipped where there is no device.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/exec/cuda/device_array.h"
#include "talus/exec/reduce.h"
#include "talus/exec/sort.h"
#include "talus/math/vec.h"

namespace talus::exec {
namespace {

// Below, at and above the borders between chunks and between blocks.
const std::vector<std::size_t> sizes{0, 1, 255, 256, 257, default_grain, default_grain + 1, 100003};

class Cuda : public testing::Test {
  protected:
    void SetUp() override {
        Result<Exec> found = Exec::cuda();
        if (!found) GTEST_SKIP() << found.error().message;
        device = found.value();
    }
    Exec device = Exec::serial();
    const Exec host = Exec::cpu(2);
};

struct FillWithDraws {
    Random random;
    View<double> out;
    TALUS_HD void operator()(std::size_t i) const { out[i] = random.uniform(-1, 1, i) / (1.0 + i % 7); }
};

TEST_F(Cuda, ForEachGivesTheBitsOfTheProcessor) {
    for (const std::size_t size : sizes) {
        Array<double> expected(size), copied(size);
        for_each(host, size, FillWithDraws{{5, 2}, expected.view()});
        cuda::DeviceArray<double> on_device;
        ASSERT_TRUE(on_device.resize(size).ok());
        for_each(device, size, FillWithDraws{{5, 2}, on_device.view()});
        on_device.copyTo(copied.view());
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(copied[i], expected[i]) << i << " of " << size;
    }
}

struct Momentum {
    Random random;
    TALUS_HD Vec3d operator()(std::size_t i) const {
        const double mass = random.uniform(1e-6, 1, i, 3);
        return mass * Vec3d{random.uniform(i, 0), random.uniform(i, 1) - 0.5, -random.uniform(i, 2)};
    }
};

// Products and sums without contraction round alike everywhere, so equality is asked for.
TEST_F(Cuda, ReduceGivesTheBitsOfTheProcessor) {
    for (const std::size_t size : sizes)
        EXPECT_EQ(sum(device, size, Vec3d{}, Momentum{{8, 1}}), sum(host, size, Vec3d{}, Momentum{{8, 1}}));
}

struct Draw {
    Random random;
    TALUS_HD double operator()(std::size_t i) const { return random.uniform(-1, 1, i); }
};
struct BitOfDraw {
    Random random;
    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        return random.uniform(i) < 1e-4 ? 1u << (i % 32) : 0u;
    }
};

TEST_F(Cuda, ReductionsInAnyOrderGiveTheBitsOfTheProcessor) {
    for (const std::size_t size : sizes) {
        const Draw draw{{3, 1}};
        EXPECT_EQ(reduce(device, size, -2.0, draw, Larger{}), reduce(host, size, -2.0, draw, Larger{}));
        EXPECT_EQ(reduce(device, size, 2.0, draw, Smaller{}), reduce(host, size, 2.0, draw, Smaller{}));
        const BitOfDraw bit{{3, 2}};
        EXPECT_EQ(reduce(device, size, 0u, bit, Either{}), reduce(host, size, 0u, bit, Either{}));
    }
}

TEST_F(Cuda, ScanGivesTheSumsOfTheProcessorAlsoInPlace) {
    const Random random{2, 2};
    for (const std::size_t size : sizes) {
        Array<std::uint32_t> values(size), expected(size), copied(size);
        for (std::size_t i = 0; i < size; ++i)
            values[i] = static_cast<std::uint32_t>(1e4 * random.uniform(i));
        const Array<std::uint32_t>& readable = values;
        const std::uint32_t total = exclusive_scan(host, readable.view(), expected.view());
        cuda::DeviceArray<std::uint32_t> on_device;
        ASSERT_TRUE(on_device.assign(values.view()).ok());
        EXPECT_EQ(exclusive_scan<std::uint32_t>(device, on_device.view(), on_device.view()), total);
        on_device.copyTo(copied.view());
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(copied[i], expected[i]) << i << " of " << size;
    }
}

TEST_F(Cuda, SortGivesTheOrderOfTheProcessor) {
    const Random random{6, 6};
    SortScratch host_scratch, device_scratch;
    for (const std::size_t size : sizes) {
        Array<std::uint64_t> keys(size), copied_keys(size);
        Array<std::uint32_t> values(size), copied_values(size);
        for (std::size_t i = 0; i < size; ++i) {
            keys[i] = static_cast<std::uint64_t>(random.uniform(i) * 1000) << 20;  // many equal ones
            values[i] = static_cast<std::uint32_t>(i);
        }
        cuda::DeviceArray<std::uint64_t> device_keys;
        cuda::DeviceArray<std::uint32_t> device_values;
        ASSERT_TRUE(device_keys.assign(keys.view()).ok());
        ASSERT_TRUE(device_values.assign(values.view()).ok());
        sort_by_key(device, device_keys.view(), device_values.view(), device_scratch);
        sort_by_key(host, keys.view(), values.view(), host_scratch);
        device_keys.copyTo(copied_keys.view());
        device_values.copyTo(copied_values.view());
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(copied_keys[i], keys[i]) << i << " of " << size;
            ASSERT_EQ(copied_values[i], values[i]) << i << " of " << size;
        }
    }
}

}  // namespace
}  // namespace talus::exec
