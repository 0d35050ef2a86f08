import type { Env } from '../../apps/server/src/platform/env.ts'
import type { Arguments, Command } from '../lib/command.mjs'

/** Runs a command. Returns the exit code, 0 by default. Throws refusals, with a message of one line. */
export type AdminRun = (env: Env, given: Arguments) => Promise<number | undefined>

export type AdminCommand = Pick<Command, 'about' | 'words' | 'values' | 'options'> & {
  /** Loads the command on demand, without the modules of the others. */
  readonly load: () => Promise<{ readonly run: AdminRun }>
} & { readonly kind: 'ours' }

/** A command that is a script of its own, which reads its own arguments. */
export type ScriptCommand = { readonly kind: 'script'; readonly about: string; readonly script: string }

const email = { name: 'email', about: 'the e-mail address of the account', required: true } as const
const typed = { password: 'asks for the password, or reads it from standard input, instead of a link' }

/** The commands for operators, in the order in which the help lists them; docs/admin.md describes each. */
export const adminCommands: Readonly<Record<string, AdminCommand | ScriptCommand>> = {
  create: {
    kind: 'ours',
    about: 'Creates a super admin and prints a link, valid for seven days, to set the password.',
    words: [
      { ...email, about: 'the e-mail address' },
      { name: 'first-name', about: 'the first name', required: true },
      { name: 'last-name', about: 'the last name', required: true },
    ],
    options: typed,
    load: () => import('./create.ts'),
  },
  'reset-password': {
    kind: 'ours',
    about: 'Lifts the lock after wrong passwords and prints a link, valid for one hour, to set a new one.',
    words: [email],
    options: typed,
    load: () => import('./reset-password.ts'),
  },
  'reset-two-step': {
    kind: 'ours',
    about: 'Removes the second step and all passkeys of an account, and ends its sessions.',
    words: [email],
    load: () => import('./reset-two-step.ts'),
  },
  suspend: {
    kind: 'ours',
    about: 'Suspends an account, which ends its sessions.',
    words: [email],
    options: { lift: 'makes a suspended account active again' },
    load: () => import('./suspend.ts'),
  },
  'test-mail': {
    kind: 'ours',
    about: 'Sends a test mail and prints what the mail server answered.',
    words: [{ ...email, about: 'where to' }],
    load: () => import('./test-mail.ts'),
  },
  check: {
    kind: 'ours',
    about: 'Prints the state of the installation. Ends with 1 if something is bad.',
    load: () => import('./check.ts'),
  },
  psql: {
    kind: 'ours',
    about: 'Opens psql on the database, or prints how to reach it.',
    load: () => import('./psql.ts'),
  },
  export: {
    kind: 'ours',
    about:
      'Writes everything of the installation, or of one organisation, in open forms (docs/open-export.md).',
    values: {
      to: { name: 'folder', about: 'the folder to write, which must be missing or empty', required: true },
      organisation: { name: 'id', about: 'only this organisation; an unknown id lists those that there are' },
    },
    load: () => import('./export.ts'),
  },
  import: {
    kind: 'ours',
    about: 'Imports an export: an installation into an empty place, an organisation into an installation.',
    values: { from: { name: 'folder', about: 'the folder of the export', required: true } },
    options: { check: 'compares the folder with its counts and hashes, and imports nothing' },
    load: () => import('./import.ts'),
  },
  'move-database': {
    kind: 'script',
    about: 'Copies the database to another PostgreSQL.',
    script: 'move-database.ts',
  },
  backup: { kind: 'script', about: 'Copies database and files into a folder.', script: 'backup.ts' },
  restore: { kind: 'script', about: 'Brings a backup back.', script: 'restore.ts' },
}
