// `npm run mobile:sync`: builds the web app for phones and copies it into the Android and iOS projects, which it creates if they
// do not exist.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../../scripts/lib/command.mjs'
import { androidManifest, findProblems, iosDelegate, iosInfo } from './native-settings.ts'

readArguments({
  name: 'mobile:sync',
  about:
    'Builds the web app for phones and brings it into apps/mobile/android and apps/mobile/ios; checks both.',
  settings: { ANDROID_HOME: 'the Android SDK: with it the project for Android is compiled, too' },
})

const home = fileURLToPath(new URL('..', import.meta.url))
const at = (...path: string[]) => join(home, ...path)
const manifest = at('android/app/src/main/AndroidManifest.xml')
const info = at('ios/App/App/Info.plist')
const delegate = at('ios/App/App/AppDelegate.swift')

function run(command: string, ...args: string[]) {
  const { status } = spawnSync(command, args, {
    cwd: home,
    stdio: 'inherit',
    env: { ...process.env, CI: '1' },
  })
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} ended with ${status}.`)
    process.exit(1)
  }
}
const change = (file: string, by: (text: string) => string) =>
  writeFileSync(file, by(readFileSync(file, 'utf8')))

run('npx', 'vite', 'build')
if (!existsSync(at('android'))) run('npx', 'cap', 'add', 'android')
if (!existsSync(at('ios'))) run('npx', 'cap', 'add', 'ios', '--packagemanager', 'SPM')
change(manifest, androidManifest)
change(info, iosInfo)
change(delegate, iosDelegate)
for (const icon of readdirSync(at('icons'))) {
  const [density = '', name = ''] = icon.split(/-(.*)/)
  const target =
    density === 'ios'
      ? at('ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png')
      : at(`android/app/src/main/res/mipmap-${density}`, name)
  copyFileSync(at('icons', icon), target)
}
run('npx', 'cap', 'sync')

const read = (file: string) => readFileSync(file, 'utf8')
const page = read(at('dist/index.html'))
const problems = [
  ...findProblems({ manifest: read(manifest), info: read(info), delegate: read(delegate) }),
  ...['android/app/src/main/assets/public', 'ios/App/App/public']
    .filter(place => !existsSync(at(place, 'index.html')) || read(at(place, 'index.html')) !== page)
    .map(place => `the web build in ${place}`),
]
if (problems.length > 0) {
  console.error(`The projects lack: ${problems.join(', ')}.`)
  process.exit(1)
}
console.log('Both projects hold the web build, the permissions, their texts and the links.')
if (process.env.ANDROID_HOME) run('android/gradlew', '-p', 'android', 'assembleDebug')
else console.log('Not compiled: ANDROID_HOME names no Android SDK. iOS is compiled by Xcode alone.')
