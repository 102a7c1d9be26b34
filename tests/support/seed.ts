// Property tests draw the same cases in every run, so that a red run is the code's; FUZZ_SEED draws others.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FUZZ_SEED ?? 1) })
