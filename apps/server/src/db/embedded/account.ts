import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'

const execFileAsync = promisify(execFile)

export type Account = { readonly name: string; readonly uid: number; readonly gid: number }

/**
 * Undefined means our own account. As root, uses an account most systems have, because PostgreSQL refuses root; none is created,
 * because a start should not change the machine's users. Throws EmbeddedPostgresError if there is none.
 */
export function chooseAccount(passwd = readPasswd(), ownUid = process.getuid?.()): Account | undefined {
  if (ownUid !== 0) return undefined
  for (const accountName of ['postgres', 'nobody']) {
    for (const line of passwd.split('\n')) {
      const [name, , uid, gid] = line.split(':')
      if (name === accountName && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
    }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and there is no account "postgres" or "nobody": start Muster as a plain user, or set DATABASE_URL.',
  )
}

/** Throws EmbeddedPostgresError if our own account has no name (`docker run --user 12345`): PostgreSQL refuses to run under it. */
export function requireNamedAccount(readAccount: () => unknown = userInfo): void {
  try {
    readAccount()
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL cannot run under the account ${process.getuid?.()}, which has no entry in /etc/passwd: use an account that has one, or set DATABASE_URL.`,
    )
  }
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** Asks the kernel instead of reading the mode, because parent folders, groups and ACLs all count. */
export async function canUse(account: Account, path: string, need: 'write' | 'execute'): Promise<boolean> {
  const testCommand = need === 'write' ? 'cd "$0" && test -w .' : 'test -r "$0" && test -x "$0"'
  try {
    await execFileAsync('/bin/sh', ['-c', testCommand, path], {
      uid: account.uid,
      gid: account.gid,
      cwd: '/',
    })
    return true
  } catch {
    return false
  }
}
