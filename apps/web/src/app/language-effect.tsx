import { useEffect, useRef } from 'react'
import { setPersonLanguage } from '../lib/activate-language.ts'
import { useMe } from '../lib/session/use-session.ts'

/**
 * Switches the app to the language of the person who signed in. This happens only once, because it may reload the page: a change on
 * another device applies at the next start instead of interrupting what the person is typing here.
 */
export function LanguageEffect() {
  const { fullProfile: profile } = useMe()
  const hasApplied = useRef(false)
  useEffect(() => {
    if (!profile || hasApplied.current) return
    hasApplied.current = true
    setPersonLanguage(profile)
  }, [profile])
  return null
}
