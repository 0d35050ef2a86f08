import type { Env } from '../platform/env.ts'

type Settings = Pick<Env, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>

/** Warns an operator whose demo, with its public passwords, can be reached by others; empty if only this machine can reach it. */
export function createDemoWarning({ HOST, PUBLIC_URL, TRUST_PROXY }: Settings): string[] {
  const isProxied = TRUST_PROXY !== false || !isLoopback(new URL(PUBLIC_URL).hostname)
  if (isLoopback(HOST) && !isProxied) return []
  return [
    `Careful: whoever reaches ${isProxied ? PUBLIC_URL : 'this machine over the network'} can sign in to this demo, as its super admin too.`,
    isProxied
      ? 'To use Muster for real start with DEMO=0.'
      : 'To keep it to this machine start with HOST=127.0.0.1. To use Muster for real start with DEMO=0.',
  ]
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** Accounts are suspended only with DEMO=0, because people may have continued to use them. */
export const createWithheldDemoWarning = (because: string): string =>
  `This database contains the demo accounts, whose password is public. Because ${because}, their sign-ins are not offered, that password is refused, and accounts that still have it were signed out. Start with DEMO=0 to suspend the demo accounts, or with DEMO=1 to keep the demo open.`
