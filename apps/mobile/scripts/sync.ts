// `npm run mobile:sync`: builds the web app for phones and copies it into the Android and iOS projects, creating them if they do
// not exist.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../../scripts/lib/command.mjs'
import { findProblems, patchAndroidManifest, patchAppDelegate, patchInfoPlist } from './native-settings.ts'

readArguments({
  name: 'mobile:sync',
  about:
    'Builds the web app for phones and brings it into apps/mobile/android and apps/mobile/ios; checks both.',
  settings: { ANDROID_HOME: 'the Android SDK: with it the project for Android is compiled, too' },
})

const appDir = fileURLToPath(new URL('..', import.meta.url))
const appPath = (...path: string[]) => join(appDir, ...path)
const manifestPath = appPath('android/app/src/main/AndroidManifest.xml')
const infoPlistPath = appPath('ios/App/App/Info.plist')
const appDelegatePath = appPath('ios/App/App/AppDelegate.swift')

function run(command: string, ...args: string[]) {
  const { status } = spawnSync(command, args, {
    cwd: appDir,
    stdio: 'inherit',
    env: { ...process.env, CI: '1' },
  })
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} ended with ${status}.`)
    process.exit(1)
  }
}
const patchFile = (file: string, patch: (text: string) => string) =>
  writeFileSync(file, patch(readFileSync(file, 'utf8')))

run('npx', 'vite', 'build')
if (!existsSync(appPath('android'))) run('npx', 'cap', 'add', 'android')
if (!existsSync(appPath('ios'))) run('npx', 'cap', 'add', 'ios', '--packagemanager', 'SPM')
patchFile(manifestPath, patchAndroidManifest)
patchFile(infoPlistPath, patchInfoPlist)
patchFile(appDelegatePath, patchAppDelegate)
for (const iconFile of readdirSync(appPath('icons'))) {
  const [density = '', name = ''] = iconFile.split(/-(.*)/)
  const target =
    density === 'ios'
      ? appPath('ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png')
      : appPath(`android/app/src/main/res/mipmap-${density}`, name)
  copyFileSync(appPath('icons', iconFile), target)
}
run('npx', 'cap', 'sync')

const readText = (file: string) => readFileSync(file, 'utf8')
const indexHtml = readText(appPath('dist/index.html'))
const problems = [
  ...findProblems({
    manifest: readText(manifestPath),
    info: readText(infoPlistPath),
    delegate: readText(appDelegatePath),
  }),
  ...['android/app/src/main/assets/public', 'ios/App/App/public']
    .filter(
      webDir =>
        !existsSync(appPath(webDir, 'index.html')) || readText(appPath(webDir, 'index.html')) !== indexHtml,
    )
    .map(webDir => `the web build in ${webDir}`),
]
if (problems.length > 0) {
  console.error(`The projects lack: ${problems.join(', ')}.`)
  process.exit(1)
}
console.log('Both projects hold the web build, the permissions, their texts and the links.')
if (process.env.ANDROID_HOME) run('android/gradlew', '-p', 'android', 'assembleDebug')
else console.log('Not compiled: ANDROID_HOME names no Android SDK. iOS is compiled by Xcode alone.')
