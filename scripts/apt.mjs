// Installs what only tests need, where that is allowed: on Debian, as root.
import { spawnSync } from 'node:child_process'

const LIMIT_MS = 300_000

/**
 * Installs the newest there is; what is there in an older version is renewed.
 * @param packages names of Debian packages
 * @returns whether they were installed; false, without a try, where this is no Debian or not root
 */
export function aptInstall(...packages) {
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: LIMIT_MS,
    }).status === 0
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return false
  console.log(`installing ${packages.join(' and ')} (once)`)
  // With an old list of packages an old browser comes, which may be one that cannot be driven.
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...packages)
}
