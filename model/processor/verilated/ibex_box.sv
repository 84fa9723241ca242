// Ibex in its "small" configuration, with the internal signals that a simulation needs.
module ibex_box import ibex_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] boot_addr_i,

  output logic        instr_req_o,
  input  logic        instr_gnt_i,
  input  logic        instr_rvalid_i,
  output logic [31:0] instr_addr_o,
  input  logic [31:0] instr_rdata_i,
  input  logic        instr_err_i,

  output logic        data_req_o,
  input  logic        data_gnt_i,
  input  logic        data_rvalid_i,
  output logic        data_we_o,
  output logic [3:0]  data_be_o,
  output logic [31:0] data_addr_o,
  output logic [31:0] data_wdata_o,
  input  logic [31:0] data_rdata_i,
  input  logic        data_err_i,

  input  logic        irq_external_i,

  // The core sleeps, and no interrupt wakes it.
  output logic        asleep_o,
  // The instruction in the ID stage is about to raise this kind of exception.
  output logic        fetch_error_o,
  output logic        illegal_o,
  output logic        call_o,
  output logic        breakpoint_o,
  // The instruction is a load or store at an address that is not a multiple of its size. The core
  // does two accesses for it. Or the instruction begins at an address that is not a multiple of 4.
  // Only a compressed instruction can make this possible.
  output logic        misaligned_o,
  output logic        fetch_misaligned_o,
  output logic        compressed_o,
  // Address of the load or store, and its direction: 1 for a store.
  output logic [31:0] access_addr_o,
  output logic        access_we_o,
  // Address and word of the instruction in the ID stage. While the core sleeps: of the next
  // instruction.
  output logic [31:0] pc_o,
  output logic [31:0] word_o,
  // Value of a register.
  input  logic [4:0]  number_i,
  output logic [31:0] value_o
);
  ibex_top #(
    .RV32M(RV32MFast),
    .WritebackStage(1'b0),
    .BranchTargetALU(1'b0)
  ) u_top (
    .clk_i, .rst_ni,
    .test_en_i(1'b0), .ram_cfg_i('0),
    .hart_id_i('0), .boot_addr_i,
    .instr_req_o, .instr_gnt_i, .instr_rvalid_i, .instr_addr_o, .instr_rdata_i,
    .instr_rdata_intg_i('0), .instr_err_i,
    .data_req_o, .data_gnt_i, .data_rvalid_i, .data_we_o, .data_be_o, .data_addr_o, .data_wdata_o,
    .data_wdata_intg_o(), .data_rdata_i, .data_rdata_intg_i('0), .data_err_i,
    .irq_software_i(1'b0), .irq_timer_i(1'b0), .irq_external_i, .irq_fast_i('0), .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .scramble_req_o(),
    .debug_req_i(1'b0), .crash_dump_o(), .double_fault_seen_o(),
    .fetch_enable_i(IbexMuBiOn),
    .alert_minor_o(), .alert_major_internal_o(), .alert_major_bus_o(), .core_sleep_o(),
    .scan_rst_ni(1'b1)
  );

  ctrl_fsm_e state;
  assign state = u_top.u_ibex_core.id_stage_i.controller_i.ctrl_fsm_cs;
  assign asleep_o = state == SLEEP && !u_top.u_ibex_core.id_stage_i.controller_i.irq_pending_i;

  logic decoding;
  assign decoding = state == DECODE;
  assign fetch_error_o = decoding & u_top.u_ibex_core.id_stage_i.controller_i.instr_fetch_err;
  assign illegal_o = decoding & u_top.u_ibex_core.id_stage_i.controller_i.illegal_insn_d;
  assign call_o = decoding & u_top.u_ibex_core.id_stage_i.controller_i.ecall_insn;
  assign breakpoint_o = decoding & u_top.u_ibex_core.id_stage_i.controller_i.ebrk_insn;

  logic [1:0] size;
  assign size = u_top.u_ibex_core.load_store_unit_i.lsu_type_i;
  assign access_addr_o = u_top.u_ibex_core.load_store_unit_i.adder_result_ex_i;
  assign access_we_o = u_top.u_ibex_core.load_store_unit_i.lsu_we_i;
  assign misaligned_o = u_top.u_ibex_core.load_store_unit_i.lsu_req_i &
    (size == 2'b00 ? access_addr_o[1:0] != 0 : size == 2'b01 & access_addr_o[0]);

  logic executing;
  assign executing = decoding & u_top.u_ibex_core.instr_valid_id;
  assign fetch_misaligned_o = executing & u_top.u_ibex_core.pc_id[1];
  assign compressed_o = executing & u_top.u_ibex_core.instr_is_compressed_id;

  assign pc_o = state == SLEEP ? u_top.u_ibex_core.pc_if : u_top.u_ibex_core.pc_id;
  assign word_o = u_top.u_ibex_core.instr_rdata_id;
  assign value_o = u_top.gen_regfile_ff.register_file_i.rf_reg[number_i];
endmodule
