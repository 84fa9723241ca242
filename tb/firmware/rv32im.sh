#!/usr/bin/env bash
# Builds the firmware for rv32im/ilp32, checks that it is freestanding integer code, and prints its sizes.
# Usage: rv32im.sh FIRMWARE_FOLDER OUTPUT_FOLDER GENERATED_HEADERS; exit status 77 (skipped) without the cross compiler.
set -euo pipefail

firmware=$1
out=$2
generated=$3
prefix=riscv64-unknown-elf-
if ! command -v "${prefix}gcc" >/dev/null; then
  echo "skipped: no ${prefix}gcc (Debian: gcc-riscv64-unknown-elf)"
  exit 77
fi

rm -rf "$out"
mkdir -p "$out"
# The layers are compiled without a platform, which would define hs_read and hs_write inline, and each file by itself.
optimise=$firmware/image/target/optimise.txt
flags=("@$firmware/image/target/flags.txt" "@$optimise" -fno-lto -UHS_HAL_PLATFORM -fstack-usage -I "$generated")
for layer in hal disk buffer schedulers controller image; do
  flags+=(-I "$firmware/$layer" -I "$firmware/$layer/include")
done
objects=()
while IFS= read -r source; do
  object=$out/${source//\//_}
  object=${object%.c}.o
  "${prefix}gcc" "${flags[@]}" -c "$firmware/$source" -o "$object"
  objects+=("$object")
done < <(cd "$firmware" && find . -path ./image/target -prune -o -path ./example -prune -o -name '*.c' -printf '%P\n' | LC_ALL=C sort)
if [ ${#objects[@]} -eq 0 ]; then
  echo "no firmware sources in $firmware"
  exit 1
fi

# One relocatable object: what is still undefined in it has to come from outside.
"${prefix}gcc" -march=rv32im -mabi=ilp32 -nostdlib -r -o "$out/firmware.elf" "${objects[@]}"
# The board brings the two functions of hal/hal.h. The compiler may call the next four, and its own 64-bit integer
# arithmetic; nothing else.
allowed='^(hs_read|hs_write|memcpy|memmove|memset|memcmp|__(u?div|u?mod|mul|ash[lr]|lshr|clz|ctz|popcount|ffs|bswap|u?cmp)[ds]i[234]?)$'
foreign=$("${prefix}nm" -u "$out/firmware.elf" | awk '{print $2}' | grep -Ev "$allowed" || true)
if [ -n "$foreign" ]; then
  echo "the firmware needs symbols that nothing provides on the drive (or floating point):"
  echo "$foreign"
  exit 1
fi

# No state of its own: the caller owns it, so there is nothing in .data and .bss.
read -r data bss < <("${prefix}size" "$out/firmware.elf" | awk 'NR == 2 {print $2, $3}')
{
  echo "rv32im $(cat "$optimise") -fno-lto, bytes:"
  (cd "$out" && "${prefix}size" -t -- *.o | sed 's/(TOTALS)/total/')
  echo "largest stack frames, bytes:"
  cat "$out"/*.su | awk -F '\t' '{n = split($1, at, ":"); print $2 "\t" at[n]}' | sort -rn | sed -n 1,5p
} | tee "$out/sizes.txt"
if [ "$data" != 0 ] || [ "$bss" != 0 ]; then
  echo "the firmware has global variables: $data bytes in .data, $bss in .bss"
  exit 1
fi
