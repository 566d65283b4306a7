# Debian packages, and how ./dev installs those that are missing. Sourced by ./dev.
# shellcheck shell=bash disable=SC2034

build_packages=(
    g++ cmake ninja-build pkg-config
    libtbb-dev libfmt-dev libspdlog-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev
    libxxhash-dev libhdf5-dev libpng-dev libepoxy-dev libegl-dev libcairo2-dev
    libgdal-dev libopenexr-dev libbullet-dev libmuparser-dev
    libopenvdb-dev  # the build can do without: then no .vdb files are written
)
# Pictures are drawn by Mesa on the processor; video goes through ffmpeg; text needs one font.
run_packages=(libegl-mesa0 libgl1-mesa-dri ffmpeg fonts-dejavu-core)
test_packages=(
    python3 python3-numpy libgtest-dev libgmock-dev librapidcheck-dev
    clang clang-format clang-tidy libclang-rt-14-dev
    lld                 # links in a tenth of the time
    ccache              # the preset cuda compiles again most of what the preset release has compiled
    lammps openmpi-bin  # the program that the grains are compared with
    libbenchmark-dev    # the tests run each benchmark for an instant
)
# Without these there is no `talus view`, and its tests in a virtual display are skipped.
viewer_packages=(libglfw3-dev libimgui-dev libfreetype-dev)
viewer_test_packages=(xvfb xdotool)
bench_packages=(libbenchmark-dev lammps openmpi-bin)

missing_packages() {
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
    done
}

# install_packages NAME...: says what it installs; does nothing, and needs no network, when all are there. Ends the
# program where a package cannot be installed.
install_packages() { try_install "$@" || exit 1; }

# install_optional NAME...: goes on without what cannot be installed.
install_optional() { try_install "$@" || echo "./dev: goes on without: $*" >&2; }

try_install() {
    [[ -n ${TALUS_NO_INSTALL:-} ]] && return 0
    if ! command -v dpkg-query >/dev/null; then
        printf '%s\n' "./dev installs Debian packages, and this system has no dpkg. Install the equivalents of" \
            "  $*" "and run again with TALUS_NO_INSTALL=1." >&2
        return 1
    fi
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} == 0)) && return 0
    local install=(apt-get install --yes --no-install-recommends "${missing[@]}")
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null || { [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; }; then
            printf '%s\n' "These packages are missing, and ./dev may not install them (neither root nor sudo)." \
                "Ask an administrator to run:" "  apt-get update && ${install[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing ${#missing[@]} Debian packages (a minute or two): ${missing[*]}"
    local log
    log=$(mktemp)
    # An update that fails (no network) is no reason to stop: the packages may be in the cache.
    ${as_root[@]+"${as_root[@]}"} apt-get update --quiet=2 ||
        echo "./dev: apt-get update failed; trying with the package lists that are there" >&2
    if ! ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive "${install[@]}" --quiet=2 >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        echo "./dev: the installation failed; above is how it ended, and all of it is in $log" >&2
        return 1
    fi
    rm -f "$log"
}
