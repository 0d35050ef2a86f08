import { useMemo } from 'react'
import { encode } from 'uqr'
import { CopyButton } from '../../ui/copy-button.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './user-code-share.module.css'

/** The dark squares of a QR code as one SVG path, one unit a square. */
function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}

/** Somebody without a zone: what their user code is for, and three ways to hand it on. */
export function UserCodeShare({ userCode }: { userCode: string | undefined }) {
  const qr = useMemo(() => (userCode ? qrPath(userCode) : undefined), [userCode])
  return (
    <div className={classes.share}>
      <div className={classes.words}>
        <h2 className={classes.title}>You are not in any zone yet</h2>
        {userCode ? (
          <>
            <ol className={classes.steps}>
              <li>Share your user code with a zone manager.</li>
              <li>They add you to their zone with it.</li>
              <li>The zone then appears here by itself.</li>
            </ol>
            <span className={classes.code} role="img" aria-label={`Your user code: ${userCode}`}>
              {userCode}
            </span>
            <CopyButton
              text={userCode}
              label="Copy code"
              onDone={copied => {
                if (copied) notify.success('Code Copied')
                else notify.error('Copy Failed', 'Select the code and copy it by hand.')
              }}
            />
          </>
        ) : (
          <p>Your user code could not be loaded. Reload the page, or find it in Settings.</p>
        )}
      </div>
      {qr && (
        <svg
          className={classes.qr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="Your user code as a QR code"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="currentcolor" />
        </svg>
      )}
    </div>
  )
}
