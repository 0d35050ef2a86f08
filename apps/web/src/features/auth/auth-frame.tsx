import type { ReactNode } from 'react'
import { OfflineBar } from '../../ui/live/offline-bar.tsx'
import classes from './auth-frame.module.css'
import { ZonePicture } from './zone-picture.tsx'

type Props = { title: string; intro: ReactNode; children: ReactNode }

/** The frame of sign-in and sign-up: the form, and on wide screens a picture of what Muster is about. */
export function AuthFrame({ title, intro, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.form}>
        <div className={classes.inner}>
          <div className={classes.brand}>
            <img src="/muster.svg" alt="" width={36} height={36} />
            <span>Muster</span>
          </div>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.intro}>{intro}</p>
          <OfflineBar text="Connect to go on; what you typed stays." />
          {children}
        </div>
      </main>
      <div className={classes.picture} aria-hidden="true">
        <ZonePicture />
        <p className={classes.claim}>Who is inside which zone, right now.</p>
      </div>
    </div>
  )
}
