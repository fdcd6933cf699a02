/* @ts-self-types="./ksmart_plan_wasm.d.ts" */
import * as wasm from "./ksmart_plan_wasm_bg.wasm";
import { __wbg_set_wasm } from "./ksmart_plan_wasm_bg.js";

__wbg_set_wasm(wasm);
wasm.__wbindgen_start();
export {
    preview
} from "./ksmart_plan_wasm_bg.js";
