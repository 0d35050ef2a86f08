import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './user-code-share.module.css'

/** Somebody without a zone: what their user code is for, and three ways to hand it on. */
export function UserCodeShare({ userCode }: { userCode: string | undefined }) {
  return (
    <div className={classes.share}>
      <div className={classes.words}>
        <h2 className={classes.title}>You belong to no zone yet</h2>
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
      {userCode && <QrCode text={userCode} label="Your user code as a QR code" />}
    </div>
  )
}
