import { useEffect, useRef, useState } from 'react'
import { isLinkExpiring } from '../../lib/link-expiry.ts'

type State = {
  status: 'shown' | 'renewing' | 'renewed' | 'failed'
  url: string
  attempt: number
  /** Why there is no fresh link. */
  error?: unknown
}

/**
 * Handles a picture or video whose link may have expired. If it does not load, requests a fresh link. If that request or the second
 * attempt to load fails, `isFailed` stays true until `retry` requests another link or the list provides a new one. If `early` is
 * set, an expired link is renewed before the first attempt.
 */
export function useRenewedPicture(url: string, renew: () => Promise<unknown>, { early = false } = {}) {
  const [state, setState] = useState<State>({
    status: early && isLinkExpiring(url) ? 'renewing' : 'shown',
    url,
    attempt: 0,
  })
  const needsRenewal = useRef(state.status === 'renewing')
  const requestRenewal = () => {
    setState(previous => ({ ...previous, status: 'renewing' }))
    const settle = (status: State['status'], error?: unknown) =>
      setState(previous => ({ ...previous, status, error, attempt: previous.attempt + 1 }))
    renew().then(
      () => settle('renewed'),
      error => settle('failed', error),
    )
  }
  useEffect(() => {
    if (!needsRenewal.current) return
    needsRenewal.current = false
    requestRenewal()
  })
  const { status, attempt } = state
  // After a failure, try a new link from the list.
  if (state.url !== url) setState({ status: status === 'failed' ? 'shown' : status, url, attempt })
  return {
    isFailed: status === 'failed',
    /** Why there is no fresh link, if that is the failure. */
    error: state.error,
    isRenewing: status === 'renewing',
    retry: requestRenewal,
    /** Use it as the element's `key`, so that the element loads again even if the fresh link is the same. */
    attempt,
    media: {
      src: status === 'renewing' ? undefined : url,
      onError: () => {
        if (status === 'shown') requestRenewal()
        else if (status === 'renewed') setState(previous => ({ ...previous, status: 'failed' }))
      },
    },
    onLoaded: () => {
      if (status === 'renewed') setState(previous => ({ ...previous, status: 'shown' }))
    },
  }
}
