import type { Env } from '../platform/env.ts'

/**
 * `on`: loaded into an empty database, sign-ins offered. `off` (DEMO=0): its people are suspended. `withheld`: DEMO is unset and
 * others may reach this installation, so nothing is loaded, offered or suspended.
 */
export type DemoChoice =
  | { readonly state: 'on' }
  | { readonly state: 'off' }
  | { readonly state: 'withheld'; readonly because: string }

type Settings = Pick<Env, 'DEMO' | 'PUBLIC_URL' | 'DATABASE_URL' | 'SMTP_URL' | 'TRUST_PROXY'>

/** The demo's passwords are public, so a start that looks like production requires an explicit DEMO=1. */
export function chooseDemo(env: Settings): DemoChoice {
  if (env.DEMO !== undefined) return { state: env.DEMO ? 'on' : 'off' }
  if (new URL(env.PUBLIC_URL).protocol === 'https:')
    return { state: 'withheld', because: 'PUBLIC_URL is https' }
  if (env.DATABASE_URL) return { state: 'withheld', because: 'DATABASE_URL is set' }
  if (env.SMTP_URL) return { state: 'withheld', because: 'SMTP_URL is set' }
  if (env.TRUST_PROXY !== false) return { state: 'withheld', because: 'TRUST_PROXY is set' }
  return { state: 'on' }
}
