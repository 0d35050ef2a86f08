import type { ReactNode } from 'react'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { ShareCodeButton } from './share-code-button.tsx'
import classes from './user-code-share.module.css'

type Props = {
  userCode: string | undefined
  /** Further acts. */
  children?: ReactNode
}

/** Somebody without a zone: how they come into one, their code as a picture to be scanned, and one button to hand it on. */
export function UserCodeShare({ userCode, children }: Props) {
  return (
    <div className={classes.share}>
      {userCode && <QrCode text={userCode} label="Your user code as a QR code" big />}
      <div className={classes.words}>
        <h2 className={classes.title}>You belong to no zone yet</h2>
        {userCode ? (
          <>
            <p className={classes.how}>
              Share your user code with a zone manager, or let them scan it from here. The zone they add you
              to appears by itself.
            </p>
            <span className={classes.code} role="img" aria-label={`Your user code: ${userCode}`}>
              {userCode}
            </span>
          </>
        ) : (
          <p>Your user code could not be loaded. Reload the page, or find it in Settings.</p>
        )}
        <div className={classes.buttons}>
          {userCode && <ShareCodeButton userCode={userCode} />}
          {children}
        </div>
      </div>
    </div>
  )
}
