/**
 * What to tell who starts the demo on an address that others can reach: everybody knows its passwords. Nothing where only
 * this machine can reach it.
 */
export function demoWarning(host: string): string[] {
  if (/^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)) return []
  return [
    'Careful: whoever reaches this machine over the network can sign in to this demo, as its super admin too.',
    'To keep it to this machine start with HOST=127.0.0.1. To use Muster for real start with DEMO=0.',
  ]
}
