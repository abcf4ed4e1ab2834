import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { ICON } from '../provider/icon.ts'
import { install } from '../provider/inpage.ts'

export default defineUnlistedScript(() => install(ICON))
