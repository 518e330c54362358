# What ./run and ./test share: installing what a fresh machine lacks, and building the screens.

say() { printf '\n== %s\n' "$*" >&2; }
fail() { printf 'bailiwick: %s\n  next: %s\n' "$1" "$2" >&2; exit 2; }
target() { printf '%s' "${CARGO_TARGET_DIR:-target}"; }

need_rust() {
  local minor
  command -v cargo >/dev/null || fail "Rust is not installed" "install Rust 1.95 or newer, with rustup or from your distribution"
  minor=$(rustc --version | sed -E 's/^rustc 1\.([0-9]+)\..*/\1/')
  [ "$minor" -ge 95 ] 2>/dev/null || fail "$(rustc --version) is too old" "install Rust 1.95 or newer: rustup update"
}

need_node() {
  command -v npm >/dev/null || fail "Node is not installed" "install Node 20.19 or newer with npm"
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a === 20 && +b >= 19) ? 0 : 1)' ||
    fail "Node $(node --version) is too old" "install Node 20.19 or newer with npm"
}

# Installs Debian packages that are not there yet.
need_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || return 0
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "system packages are missing: ${missing[*]}" "apt-get install ${missing[*]}, as root"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Installs the packages of a folder when its lock file changed.
need_modules() {
  local folder=$1 stamp
  stamp="$folder/node_modules/.installed-lock"
  if ! cmp -s "$folder/package-lock.json" "$stamp"; then
    say "installing what $folder needs"
    (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error)
    cp "$folder/package-lock.json" "$stamp"
  fi
}

# Builds ui/dist when something that it is made of is newer. The host compiles it in.
build_screens() {
  need_modules ui
  if [ ! -e ui/dist/index.html ] ||
    [ -n "$(find ui/src ui/public ui/index.html ui/package.json ui/vite.config.ts -newer ui/dist/index.html -print -quit)" ]; then
    say "building the screens"
    (cd ui && npm run --silent build >&2)
    touch ui/dist/index.html
  fi
}
