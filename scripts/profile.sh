# What scripts/fast and scripts/wheel share; to be sourced after lib.sh. Gets SystemC's sources, and records the profile.
# shellcheck shell=bash

# Sets `systemc` to the folder of SystemC's sources: DIR of the option --systemc DIR.
# shellcheck disable=SC2034 # read by what sources this file
named_systemc() {
  [ -f "${1-}/CMakeLists.txt" ] || die "no sources of SystemC in \"${1-}\": it needs their CMakeLists.txt"
  systemc=$(cd "$1" && pwd)
}

# Gets the sources of the installed libsystemc-dev, from wherever its package comes from, and sets `systemc`.
fetch_systemc() {
  local folder=$FAST/systemc version apt
  command -v apt-get >/dev/null || die "no apt-get to get SystemC's sources with: name their folder with --systemc"
  version=$(dpkg-query -W -f '${source:Version}' libsystemc-dev)
  note "getting the sources of systemc $version"
  mkdir -p "$folder"/{parts,lists/partial,cache/archives/partial}
  # The sources of the machine's Debian packages, as source packages; other vendors have no SystemC.
  grep -hs '^deb .*debian' /etc/apt/sources.list /etc/apt/sources.list.d/*.list | sed 's/^deb /deb-src /' \
    >"$folder/parts/debian.list" || true
  local file
  for file in /etc/apt/sources.list.d/*.sources; do
    if grep -qs '^URIs:.*debian' "$file"; then
      sed 's/^Types: .*/Types: deb-src/' "$file" >"$folder/parts/$(basename "$file")"
    fi
  done
  apt=(apt-get -qq -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$folder/parts"
    -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User="$(id -un)")
  "${apt[@]}" update >&2
  (cd "$folder" && "${apt[@]}" source "systemc=$version" >&2)
  systemc=$(echo "$folder"/systemc-*/)
  systemc=${systemc%/}
}

# The hash of all that a profile belongs to.
profiled_sources() {
  (cd "$ROOT" && find CMakeLists.txt cmake firmware model bindings/core rtl scripts/train.py -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# Copies the files of the package headstack into a new folder. The usual build has made links there, to drives and sources,
# and an extension: these are left out, since `cmake --install` puts files in their places.
copy_package() {
  mkdir "$1"
  (cd "$ROOT/bindings/lab" && find headstack -type f ! -name '*.so' -print0 | tar -c --null --files-from=-) | tar -C "$1" -x
}

# Records the profile of scripts/train.py, unless there is one of these sources. Sets `profile_options` to the options of a
# build that uses the profile. SystemC's sources are in `systemc`; fetched if that is empty.
record_profile() {
  local record=$FAST/record site=$FAST/record/site
  ensure_packages "$ROOT/scripts/packages.txt" "$ROOT/scripts/packages-fast.txt"
  ensure_venv
  if [ "$(cat "$FAST/recorded" 2>/dev/null)" != "$(profiled_sources)" ]; then
    rm -rf "$FAST"
    mkdir -p "$FAST"
    [ -n "$systemc" ] || fetch_systemc
    profile_options=("-DHEADSTACK_SYSTEMC_SOURCE=$systemc" "-DHEADSTACK_PROFILE_DIR=$FAST/profile")
    configure "$record" "-DPython_EXECUTABLE=$VENV/bin/python" -DHEADSTACK_TESTS=OFF "${profile_options[@]}" \
      -DHEADSTACK_PROFILE=record
    compile "$record" _core
    # A package of its own with this extension: the package of the usual build stays as it is.
    copy_package "$site"
    cmake --install "$record" --component python --prefix "$site" >/dev/null
    note "recording the profile"
    # -S: without the editable package of the environment, which would be found first.
    PYTHONPATH=$site:$("$VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') \
      "$VENV/bin/python" -S "$ROOT/scripts/train.py"
    [ -d "$FAST/profile" ] || die "no profile was recorded: another build of headstack ran"
    rm -rf "$record"
    printf '%s\n' "${profile_options[@]}" -DHEADSTACK_PROFILE=use >"$FAST/profile/options"
    profiled_sources >"$FAST/recorded"
  fi
  mapfile -t profile_options <"$FAST/profile/options"
}
