import { checkRequest } from '../../lib/check-request.ts'
import { usePageRequest } from '../../lib/use-page-request.ts'

/** Starts the check that was requested, on this page or on another one that led here. Does nothing if `isReady` is false. */
export function useRequestedCheck(isReady: boolean, start: () => Promise<void>) {
  usePageRequest(checkRequest, isReady, () => void start())
}
