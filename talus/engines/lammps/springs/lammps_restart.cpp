#include "talus/engines/lammps/springs/lammps_restart.h"

#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace talus::engines {
namespace {

constexpr std::string_view magic("LammpS RestartT", 16);  // with its terminating zero
/// Numbers of an atom of style sphere: length, x, y, z, ID, type, mask, image, vx, vy, vz, radius, mass,
/// omega.
constexpr std::size_t own_numbers = 16;

template <class T>
T valueAt(const std::string& bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <class T>
void put(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// The doubles of one rank.
struct Chunk {
    std::size_t at;     ///< offset of the first double in the file [bytes]
    std::size_t count;  ///< number of doubles
};

/// The chunks of all ranks, if they start at `begin` and end at `end`.
std::optional<std::vector<Chunk>> chunksFrom(const std::string& bytes, std::size_t begin, std::size_t end) {
    std::vector<Chunk> chunks;
    const auto flag = valueAt<std::int32_t>(bytes, begin);
    std::size_t at = begin;
    while (at < end) {
        if (end - at < 8 || valueAt<std::int32_t>(bytes, at) != flag) return std::nullopt;
        const auto count = valueAt<std::int32_t>(bytes, at + 4);
        if (count < 0 || static_cast<std::size_t>(count) > (end - at - 8) / 8) return std::nullopt;
        chunks.push_back({at + 8, static_cast<std::size_t>(count)});
        at += 8 + 8 * static_cast<std::size_t>(count);
    }
    return chunks;
}

/// The number at `at`, if it can be the length of a record.
std::optional<std::size_t> lengthAt(const std::vector<double>& numbers, std::size_t at, std::size_t end,
                                    std::size_t min_length) {
    if (at >= end) return std::nullopt;
    const double length = numbers[at];
    if (!(length >= static_cast<double>(min_length) && length <= static_cast<double>(end - at)) ||
        length != std::floor(length))
        return std::nullopt;
    return static_cast<std::size_t>(length);
}

std::optional<std::vector<LammpsRestart::Atom>> atomsIn(const std::vector<double>& numbers) {
    std::vector<LammpsRestart::Atom> atoms;
    for (std::size_t at = 0; at < numbers.size();) {
        const auto length = lengthAt(numbers, at, numbers.size(), own_numbers);
        if (!length) return std::nullopt;
        LammpsRestart::Atom atom;
        const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(at);
        atom.own.assign(from, from + own_numbers);
        for (std::size_t k = at + own_numbers; k < at + *length;) {
            const auto record = lengthAt(numbers, k, at + *length, 1);
            if (!record) return std::nullopt;
            const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(k);
            atom.fixes.emplace_back(first, first + static_cast<std::ptrdiff_t>(*record));
            k += *record;
        }
        atoms.push_back(std::move(atom));
        at += *length;
    }
    return atoms;
}

}  // namespace

double asBits(std::int64_t value) {
    double bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

std::int64_t fromBits(double value) {
    std::int64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

std::uint64_t LammpsRestart::Atom::id() const { return static_cast<std::uint64_t>(fromBits(own[4])); }
std::uint32_t LammpsRestart::Atom::type() const { return static_cast<std::uint32_t>(fromBits(own[5])); }

Result<LammpsRestart> LammpsRestart::read(const io::Path& path, std::size_t atoms) {
    const auto bytes = io::readFile(path, std::uint64_t{1} << 38);
    if (!bytes) return bytes.error();
    const Error unknown{
        ErrorKind::Input,
        fmt::format("'{}' is not a restart file of LAMMPS 29 Sep 2021 with {} atoms", path.string(), atoms)};
    if (bytes->size() < 2 * magic.size() || bytes->compare(0, magic.size(), magic) != 0 ||
        bytes->compare(bytes->size() - magic.size(), magic.size(), magic) != 0)
        return unknown;
    const std::size_t end = bytes->size() - magic.size();
    for (std::size_t begin = magic.size(); begin + 8 <= end; ++begin) {
        // The settings before the chunks have variable length and no marks. Try each offset: it is right if
        // the chunks from there fill the file and hold all atoms.
        const auto chunks = chunksFrom(*bytes, begin, end);
        if (!chunks) continue;
        LammpsRestart found;
        std::size_t count = 0;
        for (const Chunk& chunk : *chunks) {
            std::vector<double> numbers(chunk.count);
            std::memcpy(numbers.data(), bytes->data() + chunk.at, 8 * chunk.count);
            auto some = atomsIn(numbers);
            if (!some) break;
            count += some->size();
            found.ranks.push_back(std::move(*some));
        }
        if (found.ranks.size() != chunks->size() || count != atoms) continue;
        found.head_ = bytes->substr(0, begin + 4);  // with the flag PERPROC of the first chunk
        found.tail_ = std::string(magic);
        return found;
    }
    return unknown;
}

Status LammpsRestart::write(const io::ConfinedPath& path) const {
    auto file = io::OutputFile::create(path);
    if (!file) return file.error();
    std::string bytes = head_;
    const std::string mark = head_.substr(head_.size() - 4);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::string records;
        for (const Atom& atom : ranks[r]) {
            double length = own_numbers;
            for (const Record& record : atom.fixes) length += static_cast<double>(record.size());
            put(records, length);
            for (std::size_t k = 1; k < atom.own.size(); ++k) put(records, atom.own[k]);
            for (const Record& record : atom.fixes)
                for (const double number : record) put(records, number);
        }
        if (r > 0) bytes += mark;
        put(bytes, static_cast<std::int32_t>(records.size() / 8));
        bytes += records;
        file->write(bytes.data(), bytes.size());
        bytes.clear();
    }
    file->write(tail_.data(), tail_.size());
    return file->commit();
}

}  // namespace talus::engines
