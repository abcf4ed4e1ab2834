import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { CompactPkeCrs } from 'node-tfhe'
import { asset } from '../gateway/assets.ts'
import { parameters, SIZE_LIMIT } from '../gateway/testnet/tfhe/parameters.ts'

/**
 * `node scripts/make-crs.ts`: the common reference string for proofs over up to 2,048 bits. It takes one to two minutes
 * and no secret of any installation, so it was made once and is shipped; to be made again only with other parameters.
 */
const crs = CompactPkeCrs.from_config(parameters(), 2_048).safe_serialize(SIZE_LIMIT)
writeFileSync(asset('testnet/data/crs.bin.gz'), gzipSync(crs, { level: 9 }))
