import { type Env, SettingError } from '../../../platform/env.ts'
import type { SingleSignOnSettings } from './provider.ts'

type SingleSignOnEnv = Pick<
  Env,
  'SSO_ISSUER' | 'SSO_CLIENT_ID' | 'SSO_CLIENT_SECRET' | 'SSO_NAME' | 'SSO_EMAIL_DOMAINS' | 'SSO_UNKNOWN'
>

/** Null if single sign-on is not set up. Throws SettingError if a variable that another one requires is missing. */
export function readSingleSignOn(env: SingleSignOnEnv): SingleSignOnSettings | null {
  if (env.SSO_ISSUER === undefined) return null
  return {
    issuer: env.SSO_ISSUER,
    clientId: requireVariable('SSO_CLIENT_ID', env.SSO_CLIENT_ID),
    clientSecret: requireVariable('SSO_CLIENT_SECRET', env.SSO_CLIENT_SECRET),
    name: env.SSO_NAME,
    domains: env.SSO_EMAIL_DOMAINS,
    unknown: env.SSO_UNKNOWN,
  }
}

function requireVariable(variable: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw new SettingError(variable, `The setting ${variable} is missing: SSO_ISSUER needs it.`)
}
