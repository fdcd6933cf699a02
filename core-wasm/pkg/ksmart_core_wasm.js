/* @ts-self-types="./ksmart_core_wasm.d.ts" */
import * as wasm from "./ksmart_core_wasm_bg.wasm";
import { __wbg_set_wasm } from "./ksmart_core_wasm_bg.js";

__wbg_set_wasm(wasm);
wasm.__wbindgen_start();
export {
    allocate, checkMinimum, checkPhoto, checkProfile, checkQuantity, checkReceiver, checkRegistration, checkReview, orderActions, quote
} from "./ksmart_core_wasm_bg.js";
